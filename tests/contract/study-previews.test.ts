import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { previewMaker } from '#domain/study-preview.ts'
import { engines } from '#tests/engines.ts'
import { openStage, type Stage } from './calls-stage.ts'

describe.each(engines())('previews with supabase-js on $name', (engine) => {
  let stage: Stage
  let id = ''
  let path = ''
  const columns = 'id, study_previews(state, kind, thumb_path, thumb_width, thumb_height, tint, parts)'
  const pictured = () => path.replace(/[^/]*$/, 'miniatura.webp')
  const preview = () => ({
    source: path,
    state: 'partial',
    kind: 'photo',
    thumb_path: pictured(),
    thumb_width: 480,
    thumb_height: 320,
    tint: '1a2b3c',
    parts: { photos: 1 },
    maker: previewMaker,
  })
  const put = (caller: 'doctora' | 'paciente', made: Record<string, unknown> = preview()) =>
    stage.as(caller).rpc('put_study_preview', { study_id: id, preview: made })

  beforeAll(async () => {
    stage = await openStage(engine)
    const patient = stage.id('paciente')
    path = `${patient}/${randomUUID()}/foto.jpg`
    const files = stage.as('doctora').storage.from('study_files')
    for (const one of [path, pictured()])
      expect((await files.upload(one, new Blob(['bytes']))).error).toBeNull()
    id = randomUUID()
    const { error } = await stage
      .as('doctora')
      .from('studies')
      .insert({
        id,
        patient_id: patient,
        doctor_id: stage.id('doctora'),
        study_type: 'Radiografía Panorámica',
        study_date: '2026-01-05',
        file_url: path,
        file_name: 'foto.jpg',
      })
    expect(error).toBeNull()
  })
  afterAll(() => stage?.product.stop())

  it('stand beside their study as one object, and as null where there is none', async () => {
    const read = async () =>
      (await stage.as('paciente').from('studies').select(columns).eq('id', id).single()).data
    expect(await read()).toEqual({ id, study_previews: null })
    const { data, error } = await put('doctora')
    expect(error).toBeNull()
    expect(data).toMatchObject({ study_id: id, made_by: stage.id('doctora'), file_bytes: 5 })
    const { source, maker, ...shown } = preview()
    expect(await read()).toEqual({ id, study_previews: shown })
    const list = await stage
      .as('doctora')
      .rpc('search_studies', { term: 'panoramica' })
      .select(columns)
      .eq('id', id)
    expect(list.data).toEqual([{ id, study_previews: shown }])
  })

  it('are refused in words for people', async () => {
    expect((await put('paciente')).error).toMatchObject({
      code: 'PT403',
      message: 'No tienes permiso para guardar la vista previa de este estudio.',
    })
    expect((await put('doctora', { ...preview(), source: `${path}.zip` })).error).toMatchObject({
      code: 'PT400',
      message: 'La vista previa no es del archivo de este estudio.',
    })
    const cover = { cover_path: pictured().replace('miniatura', 'portada'), cover_width: 1, cover_height: 1 }
    expect((await put('doctora', { ...preview(), ...cover })).error).toMatchObject({
      code: 'PT400',
      message: 'Las imágenes de la vista previa no están completas o pesan demasiado.',
    })
    // What is no preview at all is the program's mistake: the engine's own words, which nobody is shown.
    for (const made of [
      { ...preview(), state: 'listo' },
      { ...preview(), thumb_width: 'ancho' },
    ])
      expect((await put('doctora', made)).status).toBe(400)
  })

  it('are dropped by the study’s author, and their pictures with them', async () => {
    const files = stage.as('doctora').storage.from('study_files')
    expect((await files.remove([pictured()])).data).toEqual([])
    expect((await stage.as('doctora').rpc('drop_study_preview', { study_id: id })).error).toBeNull()
    expect((await files.remove([pictured()])).data).toHaveLength(1)
  })

  it('that are missing are counted for administrators', async () => {
    const ask = (caller: 'admin' | 'doctora') =>
      stage.as(caller).rpc('studies_without_preview', { most: 100, volumes: true })
    const { data } = await ask('admin')
    expect(data).toEqual({ total: expect.any(Number), missing: expect.any(Number), rows: expect.any(Array) })
    expect(data.missing).toBeGreaterThan(0)
    expect(data.rows.length).toBe(Math.min(100, data.missing))
    expect((await ask('doctora')).error).toMatchObject({ code: 'PT403' })
  })
})
