/** What is used of dicom-parser; the build leaves out the rest of it (web/build/lean-dicom-parser.ts). */
export const parserNames = [
  'ByteStream',
  'DataSet',
  'bigEndianByteArrayParser',
  'littleEndianByteArrayParser',
  'readDicomElementExplicit',
  'readDicomElementImplicit',
] as const
