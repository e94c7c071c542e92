import { expect, it } from 'vitest'
import { type MachineForm, machineErrors } from './machine-form.ts'

const form: MachineForm = {
  name: 'Tomógrafo',
  aet: 'TOMO 1',
  address: '',
  port: '',
  study_types: [],
  active: true,
}
const wrongIn = (change: Partial<MachineForm>) =>
  Object.entries(machineErrors({ ...form, ...change })).flatMap(([name, problem]) => (problem ? [name] : []))

it.each<[Partial<MachineForm>, string[]]>([
  [{}, []],
  [{ address: '192.168.1.20', port: '104' }, []],
  [{ address: 'fe80::1', port: '65535' }, []],
  [{ name: ' ' }, ['name']],
  [{ name: 'x'.repeat(101) }, ['name']],
  [{ aet: '' }, ['aet']],
  [{ aet: 'x'.repeat(17) }, ['aet']],
  [{ aet: 'TOMÓGRAFO' }, ['aet']],
  [{ aet: 'A\\B' }, ['aet']],
  [{ address: '192.168.1' }, ['address']],
  [{ address: '192.168.1.256' }, ['address']],
  [{ address: '192.168.1.0/24' }, ['address']],
  [{ address: 'tomografo.local' }, ['address']],
  [{ address: 'fe80::1::2' }, ['address']],
  [{ port: '0' }, ['port']],
  [{ port: '65536' }, ['port']],
  [{ port: 'DICOM' }, ['port']],
])('of %o is wrong: %o', (change, fields) => {
  expect(wrongIn(change)).toEqual(fields)
})
