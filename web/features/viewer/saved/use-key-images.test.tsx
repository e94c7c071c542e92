import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import { AppError } from '#web/backend/errors.ts'
import { sendBeside } from '#web/backend/uploads/send-study.ts'
import { addKeyImage } from '#web/queries/key-images.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { useKeyImages } from './use-key-images.ts'

const kept = vi.hoisted(() => ({ images: [] as object[] }))
vi.mock('#web/queries/key-images.ts', () => ({
  keyImageKeys: { of: (id: string) => ['images', id] },
  keyImagesQuery: (id: string) => ({ queryKey: ['images', id], queryFn: async () => kept.images }),
  addKeyImage: vi.fn(),
  updateKeyImage: vi.fn(),
}))
vi.mock('#web/backend/uploads/send-study.ts', () => ({ sendBeside: vi.fn() }))
vi.mock('#web/hooks/use-live.ts', () => ({ useLive: () => 'online' }))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => ({ id: 'author' }) }))
afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  vi.resetAllMocks()
  kept.images = []
})

const picture = () => ({ blob: new Blob(['RIFF'], { type: 'image/webp' }), width: 8, height: 6 })
const study = { id: 's', patient_id: 'p', file_url: 'p/1/estudio.zip' }

/** Keeps one more picture beside those that are there. */
async function keep(many: number) {
  kept.images = Array.from({ length: many }, (_, at) => ({ id: `${at}`, position: at }))
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useKeyImages(study), { wrapper })
  await until(() => expect(result.current.images).toHaveLength(many))
  const make = vi.fn(async () => picture())
  await act(() => result.current.add(make, {}))
  return make
}

it('the 24th is kept, the 25th is refused before it is made', async () => {
  await keep(23)
  expect(toastStore.get()?.title).toBe('Imagen clave guardada.')
  expect(addKeyImage).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ study_id: 's', position: 23 }),
  )
  const make = await keep(24)
  expect(toastStore.get()?.title).toBe('Este estudio ya tiene 24 imágenes clave.')
  expect(make).not.toHaveBeenCalled()
})

it('says what could not be kept', async () => {
  vi.mocked(sendBeside).mockRejectedValue(new AppError('upload_file', 'network'))
  await keep(0)
  expect(toastStore.get()?.description).toBe('No se pudo guardar la imagen clave.')
  expect(addKeyImage).not.toHaveBeenCalled()
})

it('says what the database refused in its own words', async () => {
  const words = 'La imagen clave no está completa o pesa demasiado.'
  vi.mocked(addKeyImage).mockRejectedValue(new AppError('update_study', 'invalid', words))
  await keep(0)
  expect(toastStore.get()?.description).toBe(words)
})
