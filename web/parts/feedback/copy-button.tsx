import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { messages } from '#web/copy/errors.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/clipboard.ts'
import { cx } from '#web/ui/cx.ts'
import { toast } from '#web/ui/toast.ts'

export type CopyButtonProps = Omit<ButtonProps, 'onClick' | 'icon' | 'children'> & {
  text: string
  /** 'Copiar' unless said otherwise. */
  label?: string
  /** Only the icon, where there is no room for a word. */
  bare?: boolean
  /** What the text still waits for, in words; nothing is copied before. */
  waiting?: string | false
}

/** Copies and says 'Copiado', or 'Error al Copiar' when the browser refuses. */
export function CopyButton({
  text,
  label = 'Copiar',
  bare = false,
  waiting = false,
  className,
  ...button
}: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])
  async function copy() {
    try {
      await copyText(text)
    } catch {
      toast({ ...messages.copy_failed, variant: 'destructive' })
      return
    }
    setCopied(true)
    toast({ title: 'Copiado' })
  }
  const Icon = copied ? Check : Copy
  return (
    <Button
      size="compact"
      className={cx(bare && 'pointer-fine:px-2.5', className)}
      {...button}
      {...(waiting && { busy: true, busyLabel: waiting })}
      icon={<Icon aria-hidden className="size-4.5" />}
      onClick={copy}
    >
      {bare ? <span className="sr-only">{label}</span> : label}
    </Button>
  )
}
