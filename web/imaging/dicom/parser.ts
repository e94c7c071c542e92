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

/** The library is CommonJS: Node and the bundler name its exports differently, its default is the same. */
export const parser: typeof dicomParser = dicomParser
