import dicomParser, { type ByteStream, type DataSet, type Element } from 'dicom-parser'

declare module 'dicom-parser' {
  // Its declarations know the shape but not that it can be made.
  export const DataSet: new (
    parser: ByteArrayParser,
    bytes: Uint8Array,
    elements: Record<string, Element>,
  ) => DataSet
}

export type { ByteStream, DataSet, Element }

/** The library is CommonJS: what Node and what the bundler make of its names differs, its default is the same. */
export const parser: typeof dicomParser = dicomParser
