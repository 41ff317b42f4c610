import type { KeptThing } from '@app/contracts/api/rights/mailbox-calls.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { Building2, Hourglass, KeyRound, Mail, MessageCircle, Reply, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { daysApart } from './kept-texts.ts'

const PURPOSE_ICONS: Readonly<Record<KeptThing['kind'], LucideIcon>> = {
  reminder: Mail,
  quotation: Reply,
  account: KeyRound,
  visitor: MessageCircle,
}
const WIDE_CHARS_MIN = 24

export function KeptWords({ thing }: { readonly thing: KeptThing }) {
  const { fields, kind, purpose, responsible, is_on_behalf: isOnBehalf, until } = thing
  return (
    <div className="kept-body">
      {fields.length > 0 && (
        <dl className="kept-words">
          {fields.map((field) => (
            <div key={field.name} {...widthOf(field)}>
              <dt>{field.label}</dt>
              <dd dir="auto">{field.value}</dd>
            </div>
          ))}
        </dl>
      )}
      <ul className="kept-facts">
        <Fact icon={PURPOSE_ICONS[kind]}>{purpose}</Fact>
        <Fact icon={Building2}>
          <b>
            Responsable: <bdi>{responsible}</bdi>.
          </b>
          <span>{isOnBehalf && ` ${PRODUCT.name} los guarda por su encargo.`}</span>
        </Fact>
        <Fact icon={Hourglass}>
          {daysApart(until).map((part, index) =>
            index % 2 === 0 ? (
              <span key={part}>{part}</span>
            ) : (
              <b key={part} className="whitespace-nowrap">
                {part}
              </b>
            ),
          )}
        </Fact>
      </ul>
    </div>
  )
}

const widthOf = ({ is_long: isLong, value }: KeptThing['fields'][number]) => {
  if (isLong) return { 'data-long': true }
  return value.length >= WIDE_CHARS_MIN ? { 'data-wide': true } : {}
}

const Fact = ({ icon: Icon, children }: { readonly icon: LucideIcon; readonly children: ReactNode }) => (
  <li>
    <Icon aria-hidden="true" size={18} strokeWidth={1.9} />
    {children}
  </li>
)
