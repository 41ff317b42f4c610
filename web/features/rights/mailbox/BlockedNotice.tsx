import { EyeOff, LockOpen } from 'lucide-react'
import { refusalText } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { useSay } from '../../../ui/notices/say.ts'
import { minuteLabel } from '../../../ui/wording/exact-time.ts'
import { useUnblockKeptMutation } from './mailbox-api.ts'
import { thingName } from './kept-texts.ts'
import type { ThingProps } from './thing-props.ts'

export const BlockedNotice = ({ since }: { readonly since: string }) => (
  <div className="kept-blocked">
    <EyeOff aria-hidden="true" size={20} strokeWidth={1.9} />
    <p>
      <b>Dato bloqueado</b>
      Desde el {minuteLabel(Date.parse(since))} nadie lo ve ni lo usa. No está borrado.
    </p>
  </div>
)

export function UnblockButton({ mailboxKey, thing }: ThingProps) {
  const [unblock, { isLoading }] = useUnblockKeptMutation()
  const say = useSay()
  const press = async () => {
    const { data, error } = await unblock({ key: mailboxKey, id: thing.id })
    say(data?.message ?? `Error al desbloquear. ${refusalText(error, 'Inténtalo de nuevo.')}`)
  }
  return (
    <Button
      aria-label={`Desbloquear ${thingName(thing)}`}
      icon={<LockOpen aria-hidden="true" size={16} strokeWidth={1.9} />}
      busy={isLoading}
      onClick={() => void press()}
    >
      Desbloquear
    </Button>
  )
}
