import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ReportContent } from '#domain/report.ts'
import { AppError } from '#web/backend/errors.ts'
import type { StoredDraft } from '#web/queries/report-drafts.ts'
import { createSaver } from './report-saver.ts'

const blank: ReportContent = {
  requested_by: '',
  study_name: '',
  clinical_question: '',
  incidents: '',
  performed_by: '',
  technique: '',
  quality: '',
  compared_with: '',
  impression: '',
  recommendations: '',
  communication: '',
  patient_summary: '',
  performed_at: null,
  patient_age: null,
  patient_sex: null,
  sections: [],
  images: [],
}

/** A backend that keeps one draft, as the database would. */
function aBackend() {
  const stored: StoredDraft = {
    content: blank,
    version: 1,
    state: 'borrador',
    savedAt: '2026-11-25T10:00:00Z',
  }
  const requests: { changes: Partial<ReportContent>; version: number; leaving: boolean }[] = []
  const backend = {
    stored: stored as StoredDraft | null,
    requests,
    /** What becomes of the next requests: stored unless said otherwise. */
    next: [] as ('cut before' | 'cut after' | 'refused')[],
    /** While set, answers wait. */
    gate: null as Promise<void> | null,
    write(changes: Partial<ReportContent>) {
      if (!backend.stored) return
      const { content, version } = backend.stored
      backend.stored = { ...backend.stored, content: { ...content, ...changes }, version: version + 1 }
    },
    async send(changes: Partial<ReportContent>, version: number, leaving: boolean) {
      requests.push({ changes, version, leaving })
      const fate = backend.next.shift()
      const { gate } = backend
      if (fate === 'cut before') throw new AppError('save_report', 'network')
      if (fate === 'refused') throw new AppError('save_report', 'invalid')
      if (!backend.stored) throw new AppError('save_report', 'missing')
      if (backend.stored.version !== version) throw new AppError('save_report', 'conflict')
      backend.write(changes)
      const made = backend.stored.version
      await gate
      if (fate === 'cut after') throw new AppError('save_report', 'network')
      return made
    },
    read: async () => backend.stored,
    now: () => new Date(),
  }
  return backend
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function begin() {
  const backend = aBackend()
  if (!backend.stored) throw new Error('nothing stored')
  return { backend, saver: createSaver(backend.stored, backend) }
}

describe('saving by itself', () => {
  it('waits 1.5 seconds after the last key', async () => {
    const { backend, saver } = begin()
    saver.edit({ impression: 'A' })
    await vi.advanceTimersByTimeAsync(1000)
    saver.edit({ impression: 'AB' })
    await vi.advanceTimersByTimeAsync(1499)
    expect(backend.requests).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(backend.requests).toEqual([{ changes: { impression: 'AB' }, version: 1, leaving: false }])
    expect(saver.get()).toMatchObject({ status: 'saved' })
  })

  it('keeps all of 2,000 keys in 60 seconds with two cuts, in 15 requests at most', async () => {
    const { backend, saver } = begin()
    backend.next = ['cut after', 'cut before']
    for (let key = 1; key <= 2000; key++) {
      saver.edit({ impression: 'x'.repeat(key) })
      await vi.advanceTimersByTimeAsync(30)
    }
    expect(backend.requests.length).toBeLessThanOrEqual(15)
    expect(backend.requests.length).toBeGreaterThan(4)
    expect(await saver.flush()).toBe(true)
    expect(backend.stored?.content.impression).toHaveLength(2000)
    expect(saver.get().conflicts).toEqual([])
  })

  it('saves when a field is left, and never oftener than every 4 seconds', async () => {
    const { backend, saver } = begin()
    for (const text of ['A', 'AB', 'ABC']) {
      saver.edit({ impression: text })
      saver.leaveField()
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(backend.requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(4000)
    expect(backend.requests.map(({ changes }) => changes.impression)).toEqual(['A', 'ABC'])
  })

  it('takes the version of a slow answer even when more was typed meanwhile', async () => {
    const { backend, saver } = begin()
    let open = () => {}
    backend.gate = new Promise((resolve) => {
      open = resolve
    })
    saver.edit({ impression: 'A' })
    await vi.advanceTimersByTimeAsync(1500)
    saver.edit({ impression: 'AB' })
    backend.gate = null
    open()
    await vi.advanceTimersByTimeAsync(4000)
    expect(backend.requests.map(({ version }) => version)).toEqual([1, 2])
    expect(saver.get()).toMatchObject({ status: 'saved', conflicts: [] })
    expect(backend.stored?.content.impression).toBe('AB')
  })

  it('says that there is no connection, tries again by itself and loses nothing', async () => {
    const { backend, saver } = begin()
    backend.next = ['cut before', 'cut before']
    saver.edit({ impression: 'A' })
    await vi.advanceTimersByTimeAsync(1500)
    expect(saver.get().status).toBe('offline')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(saver.get().status).toBe('saved')
    expect(backend.stored?.content.impression).toBe('A')
  })

  it('does not repeat what the database refuses, until it is changed', async () => {
    const { backend, saver } = begin()
    backend.next = ['refused']
    saver.edit({ impression: 'A' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(backend.requests).toHaveLength(1)
    expect(saver.get().status).toBe('failed')
    saver.edit({ impression: 'B' })
    await vi.advanceTimersByTimeAsync(2000)
    expect(saver.get().status).toBe('saved')
  })
})

describe('a newer version from another window', () => {
  it('is joined where other fields changed', async () => {
    const { backend, saver } = begin()
    backend.write({ technique: 'Suya' })
    saver.edit({ impression: 'Mía' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(saver.get()).toMatchObject({ status: 'saved', conflicts: [] })
    expect(saver.get().content).toMatchObject({ impression: 'Mía', technique: 'Suya' })
    expect(backend.stored?.content).toMatchObject({ impression: 'Mía', technique: 'Suya' })
  })

  it('stays stored until somebody chooses between two texts of one field', async () => {
    const { backend, saver } = begin()
    backend.write({ impression: 'Suya' })
    saver.edit({ impression: 'Mía', technique: 'Otra' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(saver.get().conflicts).toMatchObject([{ field: 'impression', theirs: 'Suya' }])
    expect(backend.stored?.content).toMatchObject({ impression: 'Suya', technique: 'Otra' })
    expect(await saver.flush()).toBe(false)
  })

  it.each([
    ['mine', 'Mía', 'Suya'],
    ['theirs', 'Suya', 'Mía'],
  ] as const)('with %s chosen keeps it, and the other one beside', async (kept, chosen, discarded) => {
    const { backend, saver } = begin()
    backend.write({ impression: 'Suya' })
    saver.edit({ impression: 'Mía' })
    await vi.advanceTimersByTimeAsync(10_000)
    saver.choose('impression', kept)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(saver.get()).toMatchObject({
      conflicts: [],
      discarded: [{ field: 'impression', text: discarded }],
    })
    expect(saver.get().content.impression).toBe(chosen)
    expect(backend.stored?.content.impression).toBe(chosen)
  })

  it('that was signed ends the writing', async () => {
    const { backend, saver } = begin()
    if (backend.stored) backend.stored = { ...backend.stored, version: 5, state: 'firmado' }
    saver.edit({ impression: 'Mía' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(saver.get().ended).toBe('firmado')
    expect(backend.requests).toHaveLength(1)
  })

  it('that is gone ends it, too', async () => {
    const { backend, saver } = begin()
    backend.stored = null
    saver.edit({ impression: 'Mía' })
    await vi.advanceTimersByTimeAsync(2000)
    expect(saver.get().ended).toBe('gone')
  })
})

describe('a page that is hidden', () => {
  it('sends at once what is not saved', () => {
    const { backend, saver } = begin()
    saver.edit({ impression: 'A' })
    saver.hide()
    expect(backend.requests).toEqual([{ changes: { impression: 'A' }, version: 1, leaving: true }])
  })

  it.each(['stored', 'lost'])('while a save is on its way, which is then %s, stores all', async (fate) => {
    const { backend, saver } = begin()
    let open = () => {}
    backend.gate = new Promise((resolve) => {
      open = resolve
    })
    if (fate === 'lost') backend.next = ['cut before']
    saver.edit({ impression: 'A' })
    vi.advanceTimersByTime(1500)
    saver.edit({ impression: 'AB' })
    saver.hide()
    open()
    await vi.advanceTimersByTimeAsync(0)
    expect(backend.stored?.content.impression).toBe('AB')
    // Whoever comes back goes on without a question.
    saver.edit({ impression: 'ABC' })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(saver.get()).toMatchObject({ status: 'saved', conflicts: [] })
    expect(backend.stored?.content.impression).toBe('ABC')
  })

  it('sends nothing when all is saved', () => {
    const { backend, saver } = begin()
    saver.hide()
    expect(backend.requests).toEqual([])
  })
})
