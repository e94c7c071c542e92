import type { FormEvent, ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogCancel, type DialogProps } from './dialog.tsx'
import { FormFailure } from './form-failure.tsx'

/** A dialog whose content is a form: it fills the dialog, so that header and footer stay while the body scrolls. */
export function FormDialog({
  form: { busy, dirty, submit, failure },
  onClose,
  open = true,
  action,
  actionBusy,
  actionDisabled,
  tone = 'primary',
  cancel,
  footer,
  ...dialog
}: Omit<DialogProps, 'open' | 'onOpenChange' | 'wrap' | 'notice' | 'dismissible'> & {
  form: {
    busy: boolean
    dirty: boolean
    submit: (event: FormEvent<HTMLFormElement>) => void
    failure?: string | null
  }
  onClose: () => void
  open?: boolean
  /** The words of the button that sends it, and while it is sent. */
  action: string
  actionBusy: string
  actionDisabled?: boolean
  tone?: 'primary' | 'danger'
  /** Instead of the way out, such as a button that stops the sending. */
  cancel?: ReactNode
}) {
  return (
    <Dialog
      unsaved={dirty}
      notice={<FormFailure failure={failure} className="mx-5 mt-3 mb-4 sm:mx-6" />}
      {...dialog}
      footer={
        footer || (
          <>
            {cancel || <DialogCancel disabled={busy} />}
            <Button type="submit" variant={tone} disabled={actionDisabled} busy={busy} busyLabel={actionBusy}>
              {action}
            </Button>
          </>
        )
      }
      open={open}
      onOpenChange={(next) => !next && onClose()}
      dismissible={!busy}
      wrap={(content) => (
        <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
          {content}
        </form>
      )}
    />
  )
}
