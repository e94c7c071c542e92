import { type HelpAudience, pictureSizes, type Topic } from './topic.ts'

/** Drawn by `npm run help-pictures`; a file's name changes with what it shows. */
const addresses = import.meta.glob<string>('./pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** The real screen where a topic is done, with what is pressed outlined. */
export function TopicPicture({ topic, audience }: { topic: Topic; audience: HelpAudience }) {
  const [, name] = topic.picture.outline
  return (
    <img
      src={addresses[`./pictures/${topic.id}.webp`]}
      {...pictureSizes[audience]}
      alt={`La pantalla, con «${name}» señalado`}
      className="h-auto max-w-full rounded-panel border border-line bg-surface"
    />
  )
}
