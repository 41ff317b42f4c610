import type { ReactNode } from 'react'
import { AccountFrame } from '../../ui/ScreenFrame.tsx'
import type { LucideIcon } from 'lucide-react'
import { TEXT_LINK } from '../../ui/Button.tsx'
import { Link } from 'react-router-dom'
import { MY_DATA_LINK } from '@app/contracts/privacy/consents.ts'
import { RIGHTS_PERIODS } from '@app/contracts/limits/periods.ts'
import { postOpenRightsLink, postRightsLink, postRightsRequest } from '@app/contracts/privacy/mailbox.ts'
import { api } from '../../app/api.ts'
import { sends, sendsOnce, type Body } from '../../app/calls.ts'

export const DOOR = MY_DATA_LINK.path
export const CARD_FORM = `${DOOR}?tarjeta`

export const TITLE = MY_DATA_LINK.text
export const DOOR_LEAD = 'Mira qué guardamos de ti. Corrígelo o bórralo cuando quieras.'
export const NOTHING_KEPT = 'No guardamos nada de este correo.'
export const ANSWERED_WITHIN = `Te respondemos en ${RIGHTS_PERIODS.answerDays} días a lo más, haya datos o no.`

/** `#token=x` or `#x`, also with signs behind it. An anchor of the page is shorter. */
const TOKEN = /^#(?:token=)?([\w-]{20,})(?:%[\da-f]{2}|[^\p{L}\p{N}%])*$/iu

export const linkTokenIn = (hash: string): string | undefined => TOKEN.exec(hash)?.[1]

/** @param question at the end of a list of stored data */
export const CardFormLink = ({ question }: { readonly question?: string }) => (
  <p className="print:hidden">
    {question && <span>{`${question} `}</span>}
    <Link to={CARD_FORM} className={TEXT_LINK}>
      Pedirlo con un formulario
    </Link>
  </p>
)

interface SaidProps {
  readonly icon: LucideIcon
  readonly isQuiet?: boolean
  readonly text: string
  readonly children?: ReactNode
}

export const Said = ({ icon: Icon, isQuiet, text, children }: SaidProps) => (
  <div className="grid gap-2.5 text-ink-2">
    <span
      aria-hidden="true"
      className={`mb-2 grid size-14 place-items-center rounded-full ${isQuiet ? 'bg-surface-3' : 'bg-accent-soft text-accent'}`}
    >
      <Icon size={26} strokeWidth={1.9} />
    </span>
    <p
      role="status"
      className="text-[1.375rem] leading-[1.25] font-[650] tracking-[-0.025em] text-balance wrap-anywhere text-ink"
    >
      {text}
    </p>
    {children}
  </div>
)

export const RightsFrame = ({ lead, children }: { readonly lead?: string; readonly children: ReactNode }) => (
  <AccountFrame
    title={TITLE}
    {...(lead === undefined ? {} : { lead })}
    note="Es gratis y no necesitas cuenta."
    words={
      <>
        <span>Míralos.</span>
        <br />
        <span>Corrígelos.</span>
        <br />
        <span>Bórralos.</span>
      </>
    }
  >
    {children}
  </AccountFrame>
)

export type RightsRequest = Body<typeof postRightsRequest>

const rightsApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendRightsLink: build.mutation(sends(postRightsLink)),
    openRightsLink: build.mutation(sends(postOpenRightsLink)),
    requestRights: build.mutation(sendsOnce(postRightsRequest)),
  }),
})

export const { useSendRightsLinkMutation, useOpenRightsLinkMutation, useRequestRightsMutation } = rightsApi
