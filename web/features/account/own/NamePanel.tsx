import { fieldFaults } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { useSchemaForm } from '../../../ui/forms/use-schema-form.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { nameForm } from '../form-schemas.ts'
import { FormAlert } from '../../../app/FormAlert.tsx'
import { useRenameAccountMutation } from './own-account-api.ts'

const FIELDS = ['name'] as const

interface NamePanelProps {
  readonly name: string
  readonly onDone: (message: string) => void
}

export function NamePanel({ name, onDone }: NamePanelProps) {
  const [rename, { error }] = useRenameAccountMutation()
  const form = useSchemaForm({
    schema: nameForm,
    initial: { name },
    send: async (typed) => {
      const answer = await rename({ name: typed.name.trim() })
      if (answer.data) onDone('Nombre actualizado')
      return fieldFaults(answer.error, FIELDS)
    },
  })
  return (
    <Panel title="Tu nombre">
      <form {...form.props} className="grid gap-4">
        <FormAlert
          error={error}
          fields={FIELDS}
          changed={form.changed}
          fallback="No pudimos guardar tu nombre."
        />
        <TextField
          label="Nombre completo"
          autoComplete="name"
          required
          help="Así te llamamos aquí. El nombre de tu tarjeta se cambia en su perfil."
          {...form.field('name')}
        />
        <Button type="submit" busy={form.sending} className="justify-self-start">
          {form.sending ? 'Guardando...' : 'Guardar nombre'}
        </Button>
      </form>
    </Panel>
  )
}
