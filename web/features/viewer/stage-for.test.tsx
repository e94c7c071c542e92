import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import type { OpenStudy } from '#web/imaging/client.ts'
import { ImagingError, type Part } from '#web/imaging/types.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { StageFor } from './stage-for.tsx'

vi.mock('#web/ui/save-file.ts', () => ({ saveFile: vi.fn() }))

it("'Descargar' of a part that needs a password saves its ZIP, which can be opened elsewhere", async () => {
  const part: Part = { kind: 'unreadable', id: '2', name: 'S1/informe.pdf', problem: 'encrypted_zip' }
  const study: OpenStudy = Object.assign(Object.create(null), {
    parts: [part],
    blob: () => Promise.reject(new ImagingError('encrypted_zip')),
  })
  const archive = { name: 'estudio.zip', blob: new Blob(['PK']) }
  render(
    <StageFor {...{ study, part, archive, preview: null, far: null, status: null }} pictureName="estudio" />,
  )
  expect(screen.getByRole('alert').textContent).toContain('S1/informe.pdf')
  await userEvent.click(screen.getByRole('button', { name: 'Descargar' }))
  await until(() => expect(saveFile).toHaveBeenCalledWith('estudio.zip', archive.blob))
})
