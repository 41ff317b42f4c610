import { skipToken } from '@reduxjs/toolkit/query/react'
import { CircleCheck, CircleX } from 'lucide-react'
import { FieldError } from '../../../ui/forms/FieldError.tsx'
import { useSettled } from '../lists/use-settled.ts'
import { useSlugCheckQuery, type WantedSlug } from './admin-profiles-api.ts'
import { slugCheckText } from './typed-slug.ts'

/** After the last key. */
const SETTLED_MS = 300

interface SlugStateProps {
  readonly id: string
  readonly fault: string | undefined
  /** Absent while it is the one that the profile has. */
  readonly wanted: WantedSlug | undefined
}

/** Shows whether the profile may have the typed slug. A failed check shows nothing: saving decides. */
export function SlugState({ id, fault, wanted }: SlugStateProps) {
  const settled = useSettled(wanted?.slug, SETTLED_MS)
  const isAsked = fault === undefined && wanted !== undefined
  const isSettled = isAsked && settled === wanted.slug
  const { currentData: check, isFetching } = useSlugCheckQuery(isSettled ? wanted : skipToken)
  if (fault !== undefined) return <FieldError id={id}>{fault}</FieldError>
  const isChecking = isAsked && (!isSettled || isFetching)
  return (
    <p id={id} className="text-small font-semibold">
      {isChecking && <span className="text-ink-3">Comprobando…</span>}
      {!isChecking && check && <Verdict isGood={check.is_available} text={slugCheckText(check)} />}
    </p>
  )
}

function Verdict({ isGood, text }: { readonly isGood: boolean; readonly text: string }) {
  const Icon = isGood ? CircleCheck : CircleX
  return (
    <span className={`flex items-center gap-1.5 ${isGood ? 'text-success' : 'text-danger'}`}>
      <Icon aria-hidden="true" size={15} strokeWidth={1.9} className="flex-none" />
      <span>{text}</span>
    </span>
  )
}
