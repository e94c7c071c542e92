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
      <WishSwitch
        query={wantsMailQuery(id)}
        label="Avísame por correo cuando haya un resultado nuevo"
        help="El correo no dice de qué se trata."
        save={(wanted) => wantMail(id, wanted)}
        className="border-t border-line p-4.5"
      />
    </>
  )
}
