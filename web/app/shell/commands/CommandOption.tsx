import type { Command } from './commands.ts'

interface OptionProps {
  readonly id: string
  readonly command: Command
  readonly isActive: boolean
  readonly onPoint: () => void
  readonly onRun: () => void
}

export const CommandOption = ({ id, command, isActive, onPoint, onRun }: OptionProps) => (
  <div
    id={id}
    role="option"
    aria-selected={isActive}
    onPointerMove={onPoint}
    onClick={onRun}
    className={`flex min-h-10 cursor-pointer items-center gap-3 rounded-sm px-2.5 py-1.5 text-nav pointer-coarse:min-h-11 ${isActive ? 'bg-surface-3' : ''}`}
  >
    <span className="min-w-0 truncate font-[550]">{command.text}</span>
    {command.hint && (
      <span className="ml-auto max-w-[55%] truncate font-mono text-micro text-ink-2">{command.hint}</span>
    )}
  </div>
)
