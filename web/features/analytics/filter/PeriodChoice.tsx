import { RANGES, type Range } from '@app/contracts/traffic/ranges.ts'
import { Segments } from '../../../ui/Segments.tsx'
import type { ReactNode } from 'react'

const NAMES: Record<Range, string> = {
  '7d': '7 días',
  '1m': '1 mes',
  '3m': '3 meses',
  '6m': '6 meses',
  '12m': '12 meses',
  'all-time': 'Toda la vida',
}

/** On a phone all six stand beside each other. */
const SHORT_NAMES: Record<Range, string> = {
  '7d': '7 d',
  '1m': '1 m',
  '3m': '3 m',
  '6m': '6 m',
  '12m': '12 m',
  'all-time': 'Todo',
}

const OPTIONS = RANGES.map((value) => ({
  value,
  text: (
    <>
      <span aria-hidden="true" className="@min-[31rem]:hidden">
        {SHORT_NAMES[value]}
      </span>
      <span className="@max-[31rem]:sr-only">{NAMES[value]}</span>
    </>
  ),
}))

interface RangeRowProps {
  /** None while the days of one point are shown. */
  readonly range: Range | undefined
  readonly onChoose: (range: Range) => void
  readonly period: ReactNode
}

export const RangeRow = ({ range, onChoose, period }: RangeRowProps) => (
  <div className="@container mb-2 min-[900px]:mb-3.5">
    <div className="grid grid-cols-[minmax(0,1fr)] items-center justify-between gap-x-3 gap-y-2 @min-[56rem]:grid-cols-[auto_auto]">
      <Segments
        label="Período"
        options={OPTIONS}
        chosen={range}
        onChoose={onChoose}
        className="w-full @min-[31rem]:w-fit"
        buttonClassName="px-1 @min-[31rem]:flex-none @min-[31rem]:px-3"
      />
      {period}
    </div>
  </div>
)
