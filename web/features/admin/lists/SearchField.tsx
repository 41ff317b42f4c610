import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Search } from 'lucide-react'

interface SearchFieldProps {
  readonly label: string
  readonly typed: string
  readonly onType: (text: string) => void
}

export const SearchField = ({ label, typed, onType }: SearchFieldProps) => (
  <label className="flex h-9 w-[300px] max-w-full min-w-0 flex-auto items-center gap-2 rounded-[10px] bg-surface px-2.5 shadow-[inset_0_0_0_1px_var(--line-strong)] focus-within:shadow-[inset_0_0_0_2px_var(--accent)] min-[768px]:flex-none pointer-coarse:h-11 forced-colors:border">
    <Search aria-hidden="true" size={16} strokeWidth={1.9} className="flex-none text-ink-3" />
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      maxLength={LIMITS.searchCharsMax}
      value={typed}
      onChange={({ target }) => onType(target.value)}
      className="h-full min-w-0 flex-1 bg-transparent text-small outline-none placeholder:text-ink-3 pointer-coarse:text-[1rem]"
    />
  </label>
)
