import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { keepVisible } from '#web/ui/keep-visible.ts'

/** What a page of its own is drawn from, before it asks for anything. */
export type PlainPageProps = {
  /** The end of its address, which is its secret where it has one. */
  token: string
  /** The clinic's telephone, which the server wrote into the page. */
  phone: string
}

/** Draws a page that is no part of the portal. */
export function start(draw: (props: PlainPageProps) => ReactNode): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root.')
  keepVisible()
  const token = location.pathname.split('/').at(-1) ?? ''
  const { phone = '' } = root.dataset
  createRoot(root).render(<StrictMode>{draw({ token, phone })}</StrictMode>)
}
