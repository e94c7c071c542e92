/** A machine while it is entered; every field is text but for what is taken with it and whether it is in use. */
export type MachineForm = {
  name: string
  aet: string
  address: string
  port: string
  study_types: readonly string[]
  active: boolean
}

/** What is wrong in each field, as the database has it too (docs/product/machines.md). */
export function machineErrors({
  name,
  aet,
  address,
  port,
}: MachineForm): Record<'name' | 'aet' | 'address' | 'port', string | null> {
  return {
    name: nameProblem(name.trim()),
    aet: aetProblem(aet.trim()),
    address:
      address.trim() === '' || isAddress(address.trim())
        ? null
        : 'Escribe una dirección IP, por ejemplo 192.168.1.20.',
    port: port.trim() === '' || isPort(port.trim()) ? null : 'Escribe un puerto de 1 a 65535.',
  }
}

function nameProblem(name: string): string | null {
  if (name === '') return 'Escribe el nombre del equipo.'
  return name.length > 100 ? 'El nombre puede tener 100 caracteres como máximo.' : null
}

/** DICOM PS3.5, VR AE: 1 to 16 signs of ASCII without a backslash. */
function aetProblem(aet: string): string | null {
  if (aet === '') return 'Escribe el AE title del equipo.'
  return /^[ -[\]-~]{1,16}$/.test(aet)
    ? null
    : 'Escribe de 1 a 16 letras, números o signos, sin acentos ni diagonal invertida.'
}

function isAddress(address: string): boolean {
  if (!address.includes(':'))
    return /^\d{1,3}(\.\d{1,3}){3}$/.test(address) && address.split('.').every(isByte)
  return /^[\da-f:.]+$/i.test(address) && URL.canParse(`http://[${address}]/`)
}

const isByte = (part: string) => Number(part) <= 255

const isPort = (port: string) => /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535
