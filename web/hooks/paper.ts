import { useState } from 'react'
import { keptEntries } from '#domain/kept-entries.ts'

/** The papers that sheets are made for; their names are those of `@page` in web/parts/paper/print-sheet.css. */
export const papers = ['letter', 'a4'] as const

export type Paper = (typeof papers)[number]

/** The paper of this device, Letter, which printers in Mexico hold, until another one is chosen, and how to choose it. */
export function usePaper(): [paper: Paper, choose: (paper: Paper) => void] {
  const [paper, setPaper] = useState(readPaper)
  return [
    paper,
    (chosen) => {
      setPaper(chosen)
      localStorage.setItem(keptEntries.paper, chosen)
    },
  ]
}

function readPaper(): Paper {
  const stored = localStorage.getItem(keptEntries.paper)
  return papers.find((paper) => paper === stored) ?? 'letter'
}
