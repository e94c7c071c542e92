import type { Placement, Vector } from '#web/imaging/types.ts'
import type { DataSet } from './parser.ts'
import { directionsOf, placementOf, positionOf } from './placement.ts'
import { tag } from './tags.ts'
import { groupOf, numberOf, numbersOf, textOf } from './values.ts'

/** What a file says of one of its frames that sorts it into a stack, beside what it says of them all. */
export type FrameFacts = {
  placement?: Placement
  /** What there is of a placement where it is not whole. */
  position?: Vector
  directions?: { row: Vector; column: Vector }
  /** mm along the stack from a place that is not known. */
  location?: number
  /** mm from one slice to the next as the file states it: Spacing Between Slices, else Slice Thickness. */
  spacing?: number
  /** Of a file its Instance Number, of a frame its place in its stack or its file. */
  number?: number
  seriesNumber?: number
  study?: string
  /** A view to plan by (Image Type), which lies in no stack. */
  isLocalizer: boolean
  /** Its frames follow each other in time. */
  isFilm: boolean
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
  const imageType = data.string(tag.imageType) ?? ''
  const isFrame = (numberOf(data, tag.frames) ?? 1) > 1
  return {
    placement: placementOf(data, frame),
    position: positionOf(data, frame),
    directions: directionsOf(data, frame),
    location: locationOf(data, frame),
    spacing: spacingOf(groupOf(data, frame, tag.pixelMeasures)) ?? spacingOf(data),
    number: isFrame ? (content.uint32(tag.stackPosition) ?? frame + 1) : numberOf(data, tag.instance),
    seriesNumber: numberOf(data, tag.seriesNumber),
    study: textOf(data, tag.studyId),
    isLocalizer: imageType.includes('LOCALIZER'),
    isFilm: Boolean(data.elements[tag.frameTime] ?? data.elements[tag.frameTimes]),
    acquisition: [
      said(content, tag.frameAcquisition) || said(data, tag.acquisition),
      imageType,
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

/** Slice Location, of frames that of their vector (PS3.3 C.7.6.2.1.2, C.8.6.3, C.8.8.3). */
function locationOf(data: DataSet, frame: number): number | undefined {
  const own = data.elements[tag.sliceLocations] ? data.float(tag.sliceLocations, frame) : undefined
  const found = own ?? numbersOf(data, tag.frameOffsets)[frame] ?? numberOf(data, tag.sliceLocation)
  return found !== undefined && Number.isFinite(found) ? found : undefined
}

function spacingOf(data: DataSet): number | undefined {
  const stated = [tag.spacingBetween, tag.sliceThickness].map((name) => Math.abs(numberOf(data, name) ?? 0))
  return stated.find((mm) => mm > 0)
}
