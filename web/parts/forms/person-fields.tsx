import { TextField, type TextFieldProps } from '#web/ui/text-field.tsx'

type PersonFieldProps = Omit<TextFieldProps, 'label' | 'type'>

/** What a person is asked everywhere in the same words. In a form about somebody else the browser offers nothing. */
export function NameField(props: PersonFieldProps) {
  return <TextField label="Nombre Completo" required autoComplete="off" {...props} />
}

export function EmailField(props: PersonFieldProps) {
  return <TextField label="Correo Electrónico" type="email" required autoComplete="off" {...props} />
}

export function PhoneField(props: PersonFieldProps) {
  return <TextField label="Teléfono" type="tel" optional={!props.required} autoComplete="off" {...props} />
}

export function AgeField(props: PersonFieldProps) {
  return <TextField label="Edad" inputMode="numeric" optional autoComplete="off" {...props} />
}

export function SpecialtyField(props: PersonFieldProps) {
  return <TextField label="Especialidad" optional {...props} />
}

export function LicenceField(props: PersonFieldProps) {
  return <TextField label="Cédula Profesional" optional autoComplete="off" {...props} />
}
