// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { workerHere } from '#tools/imaging/worker-here.ts'
import { openThrough } from '#web/imaging/client.ts'
import { ImagingError } from '#web/imaging/types.ts'
import { createAsk } from './ask.ts'
import type { Handlers } from './serve.ts'
import { serve } from './serve.ts'
import { createStudy } from './study.ts'

const frames = (count: number) =>
  writeDicom({
    elements: imageElements({ columns: 2, rows: 2, frames: count }),
    pixels: Uint16Array.from({ length: 4 * count }, (_, at) => at),
  })
const open = (name: string, bytes: Uint8Array<ArrayBuffer>) =>
  openThrough(workerHere(), [{ name, blob: new Blob([bytes]) }])

describe('a study that is open', () => {
  it('gives each frame as often as it is asked for, though pixels move to the page', async () => {
    const study = await open('cine', frames(3))
    for (const frame of [0, 2, 2, 1, 0]) {
      const { pixels } = await study.picture('1', frame)
      expect([...pixels]).toEqual([0, 1, 2, 3].map((at) => frame * 4 + at))
      expect(pixels.buffer.byteLength).toBe(pixels.byteLength)
    }
    study.close()
  })

  it('gives the file back as it came, also one that cannot be read', async () => {
    const study = await open('roto.dcm', Uint8Array.of(1, 2, 3))
    expect(study.parts).toEqual([{ kind: 'unreadable', id: '1', name: 'roto.dcm', problem: 'not_an_image' }])
    expect([...new Uint8Array(await (await study.blob('1')).arrayBuffer())]).toEqual([1, 2, 3])
    await expect(study.picture('1')).rejects.toEqual(new ImagingError('not_an_image'))
    study.close()
  })

  it('says what is wrong in words of the worker', async () => {
    const study = await open('cine', frames(2))
    await expect(study.picture('1', 7)).rejects.toMatchObject({ name: 'ImagingError', problem: 'no_pixels' })
    await expect(study.volume('1')).rejects.toMatchObject({ problem: 'not_an_image' })
    await expect(study.picture('9')).rejects.toMatchObject({ problem: 'nothing_to_show' })
    study.close()
  })

  it('that is closed answers nothing more', async () => {
    const study = await open('cine', frames(2))
    study.close()
    await expect(study.picture('1')).rejects.toEqual(new ImagingError('cancelled'))
  })
})

describe('a question', () => {
  /** A worker whose pictures are never ready, and hears when nobody waits for them. */
  function slowWorker() {
    const { port1, port2 } = new MessageChannel()
    let hear = (_what: string) => {}
    const heard = new Promise<string>((resolve) => {
      hear = resolve
    })
    const handlers: Handlers = {
      ...createStudy(),
      picture: (_, { signal, onProgress }) =>
        new Promise((_, reject) => {
          onProgress(0.25)
          onProgress(0.251)
          onProgress(0.5)
          signal.addEventListener('abort', () => {
            hear('cancelled')
            reject(new DOMException('', 'AbortError'))
          })
        }),
    }
    serve(port2, handlers)
    return { ...createAsk(port1), heard, end: () => port1.close() }
  }

  it('that is cancelled ends here at once and in the worker', async () => {
    const { ask, heard, end } = slowWorker()
    const controller = new AbortController()
    const progress: number[] = []
    const answer = ask(
      'picture',
      { id: '1' },
      {
        signal: controller.signal,
        onProgress(part) {
          progress.push(part)
          if (part === 0.5) controller.abort()
        },
      },
    )
    await expect(answer).rejects.toEqual(new ImagingError('cancelled'))
    expect(await heard).toBe('cancelled')
    // Hundredths are as fine as it is told.
    expect(progress).toEqual([0.25, 0.5])
    end()
  })

  it('is told what is there already, whatever else was told of that hundredth', async () => {
    const { port1, port2 } = new MessageChannel()
    const early = [{ x: 1, y: 2 }]
    serve(port2, {
      ...createStudy(),
      async arch(_, { onProgress }) {
        onProgress(0.121)
        onProgress(0.122)
        onProgress(0.123, early)
        return []
      },
    })
    const told: unknown[] = []
    await createAsk(port1).ask('arch', { id: '1' }, { onProgress: (_, there) => told.push(there) })
    expect(told).toEqual([undefined, early])
    port1.close()
  })

  it('that waits when the worker breaks down ends with it', async () => {
    const { ask, fail, end } = slowWorker()
    const answer = ask('picture', { id: '1' })
    fail(new ImagingError('corrupt'))
    await expect(answer).rejects.toEqual(new ImagingError('corrupt'))
    await expect(ask('arch', { id: '1' })).rejects.toEqual(new ImagingError('corrupt'))
    end()
  })
})
