/** Where the files of studies are; private (docs/product/studies.md). */
export const studyBucket = 'study_files'
