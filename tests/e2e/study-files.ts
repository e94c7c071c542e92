import { studyPath } from '#domain/study.ts'
import type { NewStudyPreview } from '#web/backend/database.ts'

type Answer = Record<string, unknown>

/** A doctor at the backend's own addresses: adds studies with files for the first demo patient. */
export async function studiesOf(url: string, email = 'doctora@clinica.test', password = 'Demo-2026!') {
  const config: Answer = await (await fetch(`${url}/config.json`)).json()
  const apikey = String(config.supabaseAnonKey)
  const post = async (path: string, body: BodyInit, headers: Record<string, string> = {}) => {
    const answer = await fetch(url + path, { method: 'POST', headers: { apikey, ...headers }, body })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const json = { 'content-type': 'application/json' }
  const session: { access_token: string; user: { id: string } } = await (
    await post('/auth/v1/token?grant_type=password', JSON.stringify({ email, password }), json)
  ).json()
  const authorization = `Bearer ${session.access_token}`
  const [patient]: { id: string }[] = await (
    await fetch(`${url}/rest/v1/profiles?select=id&email=eq.paciente@clinica.test`, {
      headers: { apikey, authorization },
    })
  ).json()
  if (!patient) throw new Error('The demo has its first patient')

  async function insert(study: Answer): Promise<string> {
    const rows: { id: string }[] = await (
      await post(
        '/rest/v1/studies?select=id',
        JSON.stringify({
          patient_id: patient?.id,
          doctor_id: session.user.id,
          study_type: 'Tomografías',
          study_date: '2026-11-20',
          ...study,
        }),
        { ...json, authorization, prefer: 'return=representation' },
      )
    ).json()
    const [row] = rows
    if (!row) throw new Error('A study that was added is answered')
    return row.id
  }

  async function upload(path: string, bytes: Uint8Array<ArrayBuffer>, type = 'application/octet-stream') {
    const headers = { authorization, 'content-type': type }
    await post(`/storage/v1/object/study_files/${path}`, new Blob([bytes]), headers)
  }

  /** Uploads the file and adds a study with it. */
  async function addStored(name: string, bytes: Uint8Array<ArrayBuffer>, study: Answer) {
    const path = studyPath(patient?.id ?? '', crypto.randomUUID(), name)
    await upload(path, bytes)
    return { id: await insert({ ...study, file_url: path, file_name: name }), path }
  }

  return {
    insert,
    upload,
    addStored,
    /** The same, for tests that need no more than the study's id. */
    add: async (name: string, bytes: Uint8Array<ArrayBuffer>, study: Answer = {}): Promise<string> =>
      (await addStored(name, bytes, study)).id,
    async putPreview(study_id: string, preview: NewStudyPreview): Promise<void> {
      const headers = { ...json, authorization }
      await post('/rest/v1/rpc/put_study_preview', JSON.stringify({ study_id, preview }), headers)
    },
  }
}
