import { Info, UserRound, type LucideIcon } from 'lucide-react'
import { type ChosenProfile, profileNameOf } from '../../features/profiles/use-chosen-profile.ts'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'

export function WhoseProfile({ chosen }: { readonly chosen: ChosenProfile }) {
  const { profile, isForeign, isUnknown, list, choose } = chosen
  if (!profile) return null
  const name = (
    <b dir="auto" className="font-[650]">
      {profileNameOf(profile)}
    </b>
  )
  const [first] = list.profiles ?? []
  if (isForeign)
    return (
      <Line icon={UserRound} verb="Volver a mis perfiles" onPress={first && (() => choose(first))}>
        Perfil de otra persona: {name}{' '}
        <span className="font-mono text-[.92em] wrap-anywhere">{`/pages/${profile.slug}`}</span>
      </Line>
    )
  if (!isUnknown) return null
  return (
    <Line icon={Info} verb="Entendido" onPress={() => choose(profile)}>
      Ese perfil no existe o no es tuyo. Te mostramos el primero de los tuyos: {name}.
    </Line>
  )
}

interface LineProps {
  readonly icon: LucideIcon
  readonly verb: string
  readonly onPress: (() => void) | undefined
  readonly children: ReactNode
}

const Line = ({ icon: Icon, verb, onPress, children }: LineProps) => (
  <div
    role="status"
    className="mb-3.5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-accent-soft px-3.5 py-2 text-small text-ink"
  >
    <Icon aria-hidden="true" size={17} className="flex-none text-accent" />
    <p className="min-w-0 flex-1 break-words">{children}</p>
    {onPress && (
      <Button size="sm" kind="ghost" onClick={onPress}>
        {verb}
      </Button>
    )}
  </div>
)
