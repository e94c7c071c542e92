import { studyPath } from '#domain/study.ts'

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

  return {
    insert,
    /** Uploads the file and adds a study with it; returns the study's id. */
    async add(name: string, bytes: Uint8Array<ArrayBuffer>, study: Answer = {}): Promise<string> {
      const path = studyPath(patient.id, crypto.randomUUID(), name)
      await post(`/storage/v1/object/study_files/${path}`, new Blob([bytes]), {
        authorization,
        'content-type': 'application/octet-stream',
      })
      return insert({ ...study, file_url: path, file_name: name })
    },
  }
}
