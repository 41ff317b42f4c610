import type { KeptThing } from '@app/contracts/api/rights/mailbox-calls.ts'
import { TEXT_LIMITS } from '@app/contracts/limits/text-limits.ts'
import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { FormAlert } from '../../../app/FormAlert.tsx'
import { fieldFaults } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextArea } from '../../../ui/forms/TextArea.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { typedAs } from '../../../ui/forms/typed-as.ts'
import { useSchemaForm, type SchemaForm } from '../../../ui/forms/use-schema-form.ts'
import { useSay } from '../../../ui/notices/say.ts'
import { useCorrectKeptMutation } from './mailbox-api.ts'
import { thingName } from './kept-texts.ts'

type Field = KeptThing['fields'][number]

/** The server knows what each field may be; here only its length is checked. */
const typed = ({ is_long: isLong }: Field) =>
  typedAs(z.string(), {
    charsMax: isLong ? TEXT_LIMITS.paragraphCharsMax : TEXT_LIMITS.emailCharsMax,
    optional: true,
  })

export interface ThingProps {
  readonly mailboxKey: string
  readonly thing: KeptThing
}

interface CorrectFormProps extends ThingProps {
  readonly onDone: () => void
}

/** In the place of the words. Only what was changed is sent. */
export function CorrectForm({ mailboxKey, thing, onDone }: CorrectFormProps) {
  const fields = thing.fields.filter(({ can_correct }) => can_correct)
  const names = fields.map(({ name }) => name)
  const [correct, { error }] = useCorrectKeptMutation()
  const say = useSay()
  const form = useSchemaForm<string>({
    schema: z.object(Object.fromEntries(fields.map((field) => [field.name, typed(field)]))),
    initial: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
    send: async (values) => {
      const changed = fields.filter(({ name, value }) => values[name] !== value)
      if (changed.length === 0) {
        onDone()
        return undefined
      }
      const sent = Object.fromEntries(changed.map(({ name }) => [name, (values[name] ?? '').trim()]))
      const answer = await correct({ key: mailboxKey, id: thing.id, fields: sent })
      if (answer.data) {
        onDone()
        say(answer.data.message)
      }
      return fieldFaults(answer.error, names)
    },
  })
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => element.current?.querySelector<HTMLElement>('input, textarea')?.focus(), [])
  return (
    <form
      ref={element}
      {...form.props}
      aria-label={`Corregir ${thingName(thing)}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <FormAlert
        error={error}
        fields={names}
        changed={form.changed}
        fallback="No pudimos guardar la corrección."
      />
      <Fields fields={fields} form={form} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button disabled={form.sending} onClick={onDone}>
          Cancelar
        </Button>
        <Button type="submit" kind="primary" busy={form.sending}>
          {form.sending ? 'Guardando...' : 'Guardar corrección'}
        </Button>
      </div>
    </form>
  )
}

function Fields({ fields, form }: { readonly fields: readonly Field[]; readonly form: SchemaForm<string> }) {
  return (
    <div className="kept-fields">
      {fields.map(({ name, label, is_long: isLong }) =>
        isLong ? (
          <div key={name} data-long>
            <TextArea label={label} {...form.field(name)} />
          </div>
        ) : (
          <TextField key={name} label={label} autoComplete="off" {...form.field(name)} />
        ),
      )}
    </div>
  )
}
