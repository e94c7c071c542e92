import { MoreActions } from '#web/ui/more-actions.tsx'

/** How whoever may correct a study does so, and deletes it: behind 'Más acciones', so that it takes no room from what it shows. */
export function StudyMenu({
  of: which,
  onEdit,
  onDelete,
}: {
  /** 'Tomografías de Ana Ñúñez'; read aloud. */
  of: string
  onEdit: () => void
  onDelete: () => void
}) {
  return (
    <MoreActions
      of={which}
      actions={[
        { label: 'Editar', onPick: onEdit },
        { label: 'Eliminar', tone: 'bad', onPick: onDelete },
      ]}
    />
  )
}
