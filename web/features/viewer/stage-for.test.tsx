import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import type { OpenStudy } from '#web/imaging/client.ts'
import { ImagingError, type Part } from '#web/imaging/types.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { StageFor } from './stage-for.tsx'

vi.mock('#web/ui/save-file.ts', () => ({ saveFile: vi.fn() }))

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

it.each(['encrypted_zip', 'deflate64'] as const)(
  "'Descargar' of what cannot be taken out of a ZIP here (%s) saves the ZIP",
  async (problem) => {
    const part: Part = { kind: 'unreadable', id: '2', name: 'S1/informe.pdf', problem }
    const study: OpenStudy = Object.assign(Object.create(null), {
      parts: [part],
      blob: () => Promise.reject(new ImagingError(problem)),
    })
    const archive = { name: 'estudio.zip', blob: new Blob(['PK']) }
    render(
      <StageFor
        {...{ study, part, archive, preview: null, inParts: null, status: null }}
        pictureName="estudio"
      />,
    )
    expect(screen.getByRole('alert').textContent).toContain('S1/informe.pdf')
    await userEvent.click(screen.getByRole('button', { name: 'Descargar' }))
    await until(() => expect(saveFile).toHaveBeenCalledWith('estudio.zip', archive.blob))
  },
)
