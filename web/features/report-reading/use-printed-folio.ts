import { useEffect } from 'react'

/** Prints a folio at the foot of each page, beside 'Página 1 de 3' (print-sheet.css), while the sheet is on the screen. */
export function usePrintedFolio(folio: string | null): void {
  useEffect(() => {
    if (folio === null || !/^[\w-]+$/.test(folio)) return
    const foot = `@bottom-left { content: "${folio}"; font: 9pt Figtree, system-ui, sans-serif; color: #5b6b6e; }`
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`@page a4 { ${foot} } @page letter { ${foot} }`)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [folio])
}
