import { expect, it } from 'vitest'
import { progressParts } from './sending-panel.tsx'

const sent = (step: 'sending' | 'paused' | 'waiting' | 'repeating', bytes: number, bytesPerSecond = 0) =>
  progressParts({ step, sent: bytes, total: 800e6, bytesPerSecond }).join(' · ')

it.each([
  [progressParts({ step: 'preparing', part: 0.256 }).join(), 'Preparando el archivo… 26 %'],
  [sent('sending', 0), '0 bytes de 800 MB'],
  [sent('sending', 120e6, 4.2e6), '120 MB de 800 MB · 4.2 MB/s · faltan 3 minutos'],
  [sent('sending', 790e6, 4.2e6), '790 MB de 800 MB · 4.2 MB/s · falta menos de un minuto'],
  [sent('sending', 500e6, 4.2e6), '500 MB de 800 MB · 4.2 MB/s · falta un minuto'],
  [sent('sending', 1e6, 100e3), '1 MB de 800 MB · 100 KB/s · faltan 2 horas'],
  [sent('sending', 800e6, 4e6), '800 MB de 800 MB · guardando…'],
  [sent('paused', 120e6, 4e6), '120 MB de 800 MB · en pausa'],
  [sent('waiting', 120e6), '120 MB de 800 MB · sin conexión: el envío sigue solo cuando vuelva'],
  [sent('repeating', 120e6), '120 MB de 800 MB · el servidor respondió con un error: se intenta otra vez'],
])('an upload says how far it is: %s', (words, expected) => expect(words).toBe(expected))
