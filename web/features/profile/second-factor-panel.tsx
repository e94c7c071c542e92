import { useQuery } from '@tanstack/react-query'
import { ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '#domain/days.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import { secondFactorQuery } from '#web/session/second-factor.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { AddSecondFactor } from './add-second-factor.tsx'
import { RemoveSecondFactor } from './remove-second-factor.tsx'

/** 'Verificación en Dos Pasos': on or off, with an authenticator app (docs/product/accounts.md). */
export function SecondFactorPanel() {
  const { data: factor, error, refetch } = useQuery(secondFactorQuery())
  const zone = useClinicZone()
  const [open, setOpen] = useState<'add' | 'remove' | null>(null)
  const isOn = factor !== null && factor !== undefined
  const Icon = isOn ? ShieldCheck : ShieldOff
  return (
    <Panel
      title="Verificación en Dos Pasos"
      footer={
        !(error && factor === undefined) && (
          <Button
            disabled={factor === undefined}
            variant={isOn ? 'destructive' : 'secondary'}
            className="max-sm:w-full sm:ml-auto sm:flex"
            onClick={() => setOpen(isOn ? 'remove' : 'add')}
          >
            {isOn ? 'Desactivar' : 'Activar'}
          </Button>
        )
      }
    >
      <Loaded
        query={{ data: factor, error, refetch }}
        code="load_second_factor"
        skeleton={
          <div className="min-h-38">
            <SkeletonRows rows={2} />
          </div>
        }
      >
        {(known) => (
          <div className="grid grid-cols-1 gap-3 p-4.5">
            <p className="flex items-center gap-2 font-semibold">
              <Icon aria-hidden className={isOn ? 'size-5 text-ok' : 'size-5 text-ink-3'} />
              {known ? `Activa desde el ${formatDay(clinicMoment(known.since, zone).day)}` : 'Inactiva'}
            </p>
            <p className="text-meta text-ink-3">
              {isOn
                ? 'Al iniciar sesión escribes también el código de tu aplicación. Si pierdes el teléfono, comunícate con la clínica: después de comprobar que eres tú, puede quitarla.'
                : 'Al iniciar sesión escribirás también un código de una aplicación en tu teléfono, como Google Authenticator o Microsoft Authenticator. Así nadie entra solo con tu contraseña.'}
            </p>
          </div>
        )}
      </Loaded>
      {open === 'add' && <AddSecondFactor onClose={() => setOpen(null)} />}
      {open === 'remove' && factor && <RemoveSecondFactor id={factor.id} onClose={() => setOpen(null)} />}
    </Panel>
  )
}
