import { type HelpAudience, pictureSizes, type Topic } from './topic.ts'

/** Drawn by `npm run help-pictures`; a file's name changes with what it shows. */
const addresses = import.meta.glob<string>('./pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** The real screen where a topic is done, with what is pressed outlined. `opens`: a press shows it alone, where fingers enlarge it. */
export function TopicPicture({
  topic,
  audience,
  opens = false,
}: {
  topic: Topic
  audience: HelpAudience
  opens?: boolean
}) {
  const [, name] = topic.picture.outline
  const address = addresses[`./pictures/${topic.id}.webp`]
  const picture = (
    <span className="bright-picture block w-fit max-w-full rounded-panel">
      <img
        src={address}
        {...pictureSizes[audience]}
        alt={`La pantalla, con «${name}» señalado`}
        className="h-auto max-w-full rounded-panel border border-line bg-surface"
      />
    </span>
  )
  if (!opens) return picture
  return (
    <a href={address} target="_blank" rel="noopener" className="grid gap-1 rounded-panel">
      {picture}
      <span className="text-meta font-semibold text-brand-700 underline-offset-4 hover:underline lg:sr-only">
        Ver en grande<span className="sr-only"> (se abre en otra pestaña)</span>
      </span>
    </a>
  )
}
