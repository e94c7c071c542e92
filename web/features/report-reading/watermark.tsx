/** A word across the sheet: on every page of the paper, and on the screen in its middle. The words of the sheet say it, too. */
export function Watermark({ word }: { word: 'BORRADOR' | 'ANULADO' }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-0 flex items-start justify-center overflow-clip print:fixed print:items-center"
    >
      {/* Drawn, because it is too pale to be read. */}
      <span
        data-word={word}
        className="mt-[60mm] -rotate-45 text-[68pt]/none font-bold tracking-widest whitespace-nowrap text-bad opacity-20 before:content-[attr(data-word)] print:mt-0"
      />
    </div>
  )
}
