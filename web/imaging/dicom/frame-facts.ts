import type { Placement } from '#web/imaging/types.ts'
import type { DataSet } from './parser.ts'
import { placementOf } from './placement.ts'
import { tag } from './tags.ts'
import { groupOf, textOf } from './values.ts'

/** What a file says of one of its frames that sorts it into a stack, beside what it says of them all. */
export type FrameFacts = {
  placement?: Placement
  /**
   * What differs from one acquisition or reconstruction to the next within a series, the surest first; '' where the file does
   * not say.
   */
  acquisition: readonly string[]
  /** When the frame was taken, to be compared as a text; '' where the file does not say. */
  time: string
}

/** Reads them before the pixels (PS3.3 C.7.6.2, C.7.6.16.2). Frames count from 0. */
export function frameFacts(data: DataSet, frame: number): FrameFacts {
  const content = groupOf(data, frame, tag.frameContent)
  const said = (group: DataSet, name: string) => textOf(group, name) ?? ''
  return {
    placement: placementOf(data, frame),
    acquisition: [
      said(content, tag.frameAcquisition) || said(data, tag.acquisition),
      data.string(tag.imageType) ?? '',
      said(data, tag.kernel),
      said(content, tag.stackId),
      said(content, tag.temporalIndex) || said(data, tag.temporalPosition),
      said(data, tag.echo),
    ],
    time:
      said(data, tag.acquisitionDateTime) ||
      said(data, tag.acquisitionDate) + (said(data, tag.acquisitionTime) || said(data, tag.contentTime)),
  }
}
