import { LIMITS } from '@app/contracts/limits/limits.ts'
import { passwordFaults } from '@app/contracts/fields/credentials.ts'
import { Circle, CircleCheck } from 'lucide-react'

const SHORT = [`${LIMITS.passwordCharsMin} caracteres o más`, 'Una mayúscula', 'Una minúscula', 'Un número']

/** An empty password breaks every rule. */
const RULES = passwordFaults('')

export function PasswordRules({ password }: { readonly password: string }) {
  const faults = passwordFaults(password)
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8.5rem,40%)),1fr))] gap-x-4 gap-y-1">
      {RULES.map((rule, at) => {
        const met = !faults.includes(rule)
        const Icon = met ? CircleCheck : Circle
        return (
          <li key={rule} className={`flex items-center gap-1.5 ${met ? 'text-success' : ''}`}>
            <Icon aria-hidden="true" size={15} className="flex-none" />
            <span>{SHORT[at]}</span>
            <span className="sr-only">{met ? ': listo' : ': falta'}</span>
          </li>
        )
      })}
    </ul>
  )
}
