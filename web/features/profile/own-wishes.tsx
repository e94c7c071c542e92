import { WishSwitch } from '#web/parts/forms/wish-switch.tsx'
import { wantReminders, wantsRemindersQuery } from '#web/queries/messages.ts'
import { wantMail, wantsMailQuery } from '#web/queries/report-reading.ts'

/** What a patient wants to be told (docs/product/messages.md, docs/product/report-reading.md). */
export function OwnWishes({ id }: { id: string }) {
  return (
    <>
      <WishSwitch
        query={wantsRemindersQuery(id)}
        label="Recuérdame mis citas"
        help="Te avisamos un día antes. Las noticias de tus citas te llegan de todos modos."
        save={(wanted) => wantReminders(id, wanted)}
        className="border-t border-line p-4.5"
      />
      <MailWish
        id={id}
        label="Avísame por correo cuando haya un resultado nuevo"
        help="El correo no dice de qué se trata."
      />
    </>
  )
}

/** What a dentist wants to be told (docs/product/referrers.md). */
export function DentistWishes({ id }: { id: string }) {
  return (
    <MailWish
      id={id}
      label="Avisos por correo"
      help="Cuando las imágenes de un paciente están listas. El correo dice solo sus iniciales."
    />
  )
}

function MailWish({ id, ...texts }: { id: string; label: string; help: string }) {
  return (
    <WishSwitch
      {...texts}
      query={wantsMailQuery(id)}
      save={(wanted) => wantMail(id, wanted)}
      className="border-t border-line p-4.5"
    />
  )
}
