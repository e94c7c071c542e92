import { expect, it } from 'vitest'
import { syntax } from '#domain/transfer-syntax.ts'
import type { Attributes } from '#domain/worklist.ts'
import { headerOf } from './header.ts'
import { identifierBytes } from './identifier.ts'

const attributes = (PatientName: string): Attributes => ({
  StudyInstanceUID: '2.25.1',
  PatientName,
  PatientID: '00000007',
  AccessionNumber: '12',
  ScheduledProcedureStepSequence: [{ Modality: 'CT', ScheduledStationAETitle: 'TOMO' }],
})

it.each([
  ['Soto^Ana', 'Ana Soto', undefined],
  ['Núñez^José', 'José Núñez', 'ISO_IR 100'],
  ['O’Neill^Sofía', 'Sofía O’Neill', 'ISO_IR 192'],
])('%s is written in the set of characters that it needs, in both plain syntaxes', (name, read, set) => {
  for (const transferSyntax of [syntax.explicit, syntax.implicit]) {
    const bytes = identifierBytes(attributes(name), transferSyntax)
    expect(bytes.length % 2).toBe(0)
    expect(headerOf(bytes, transferSyntax)).toMatchObject({
      study: '2.25.1',
      said: { name: read, number: '00000007', accession: '12' },
    })
    expect(/ISO_IR \d+/.exec(bytes.toString('latin1'))?.[0]).toBe(set)
    expect(bytes.includes(Buffer.from(name, set === 'ISO_IR 192' ? 'utf8' : 'latin1'))).toBe(true)
  }
})

it('what it does not know of a data set is empty, and none breaks it', () => {
  const whole = identifierBytes(attributes('Soto^Ana'), syntax.explicit)
  for (let end = 0; end < whole.length; end++) {
    expect(headerOf(whole.subarray(0, end), syntax.explicit).said.modality).toBe('')
    headerOf(whole.subarray(end), syntax.implicit)
    headerOf(whole.subarray(end), syntax.deflated)
    headerOf(whole.subarray(end), syntax.bigEndian)
  }
})
