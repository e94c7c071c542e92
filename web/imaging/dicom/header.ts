import type { ImageHeader } from '#web/imaging/types.ts'
import type { DataSetFile } from './data-set.ts'
import { day, personName } from './names.ts'
import { tag } from './tags.ts'
import { numberOf, textOf } from './values.ts'

/** What identifies the file; what it does not say is left out, a size it does not say is 0. */
export function headerOf(file: DataSetFile): ImageHeader {
  const { data } = file
  const name = textOf(data, tag.patientName)
  const birth = textOf(data, tag.birthDate)
  const study = textOf(data, tag.studyDate)
  return {
    patientName: name && personName(name),
    birthDate: birth && day(birth),
    patientId: textOf(data, tag.patientId),
    studyDate: study && day(study),
    modality: textOf(data, tag.modality),
    description: textOf(data, tag.seriesDescription) ?? textOf(data, tag.studyDescription),
    seriesId: textOf(data, tag.seriesId),
    instanceId: textOf(data, tag.sopInstance),
    instance: numberOf(data, tag.instance),
    transferSyntax: file.transferSyntax,
    columns: data.uint16(tag.columns) ?? 0,
    rows: data.uint16(tag.rows) ?? 0,
    frames: Math.max(1, Math.floor(numberOf(data, tag.frames) ?? 1)),
  }
}
