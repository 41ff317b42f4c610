import { skipToken } from '@reduxjs/toolkit/query/react'
import { CircleCheck, CircleX } from 'lucide-react'
import { useSettled } from '../lists/use-settled.ts'
import { useSlugCheckQuery, type WantedSlug } from './profiles-api.ts'
import { slugCheckText } from './typed-slug.ts'

/** After the last key. */
const SETTLED_MS = 300

interface SlugCheckProps {
  readonly id: string
  /** Absent while it is the one that the profile has. */
  readonly wanted: WantedSlug | undefined
}

/** Says whether the profile may have what is typed. What fails here is told when it is saved. */
export function SlugCheck({ id, wanted }: SlugCheckProps) {
  const settled = useSettled(wanted?.slug, SETTLED_MS)
  const isSettled = wanted !== undefined && settled === wanted.slug
  const { currentData: check, isFetching } = useSlugCheckQuery(isSettled ? wanted : skipToken)
  const isChecking = wanted !== undefined && (!isSettled || isFetching)
  return (
    <p id={id} className="text-small font-semibold">
      {isChecking && <span className="text-ink-3">Comprobando…</span>}
      {!isChecking && check !== undefined && (
        <Verdict isGood={check.is_available} text={slugCheckText(check)} />
      )}
    </p>
  )
}

function Verdict({ isGood, text }: { readonly isGood: boolean; readonly text: string }) {
  const Icon = isGood ? CircleCheck : CircleX
  return (
    <span className={`flex items-center gap-1.5 ${isGood ? 'text-success' : 'text-danger'}`}>
      <Icon aria-hidden="true" size={15} strokeWidth={1.9} className="flex-none" />
      {text}
    </span>
  )
}
