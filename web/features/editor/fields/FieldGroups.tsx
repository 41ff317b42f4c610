import { Info } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EditField } from './EditField.tsx'
import { lacksItsPair } from './field-checks.ts'
import type { FieldForm } from './field-form.ts'
import { FIELD_GROUPS } from './field-texts.ts'

interface FieldGroupsProps {
  readonly form: FieldForm
  /** The name was split when the profile was made, and nobody has filled in anything since. */
  readonly isNew: boolean
  /** The login's; it is published only if its owner asks for it. */
  readonly loginEmail: string
}

export function FieldGroups({ form, isNew, loginEmail }: FieldGroupsProps) {
  const isIncomplete = lacksItsPair(form.textOf('custom_link'), form.textOf('custom_link_title'))
  const fillInLogin = () => {
    form.set('email', loginEmail)
    form.focus('email')
  }
  return FIELD_GROUPS.map(({ title, names }) => (
    <Panel key={title} title={title}>
      {isNew && names.includes('lastname') && (
        <p role="status" className="mb-3 flex items-start gap-1.5 text-small text-ink-2">
          <Info aria-hidden="true" size={15} className="mt-[2px] flex-none" />
          Separamos tu nombre y tu apellido. Revísalos: así quedarán en la agenda de quien te guarde.
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-3.5 gap-y-4 @min-[33rem]:grid-cols-[repeat(2,minmax(0,1fr))]">
        {names.map((name) => (
          <EditField key={name} name={name} form={form}>
            {name === 'email' && form.textOf(name) === '' && (
              <Button
                size="sm"
                className="h-auto! min-h-8 justify-self-start py-1 whitespace-normal! pointer-coarse:min-h-11"
                onClick={fillInLogin}
              >
                Usar mi correo de acceso
              </Button>
            )}
          </EditField>
        ))}
      </div>
      {isIncomplete && names.includes('custom_link') && (
        <p role="status" className="mt-3 flex items-start gap-1.5 text-small text-warning">
          <Info aria-hidden="true" size={15} className="mt-[2px] flex-none" />
          Completa ambos campos para que se muestre.
        </p>
      )}
    </Panel>
  ))
}
