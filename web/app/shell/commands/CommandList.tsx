import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { grouped, matchingCommands, type Command } from './commands.ts'

interface CommandListProps {
  readonly commands: readonly Command[]
  readonly onChoose: (command: Command) => void
}

const movedBy = (key: string, active: number, count: number): number | undefined => {
  if (key === 'ArrowDown') return (active + 1) % count
  if (key === 'ArrowUp') return (active + count - 1) % count
  return undefined
}

/** The focus stays in the field; `aria-activedescendant` names the option. */
export function CommandList({ commands, onChoose }: CommandListProps) {
  const base = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const groups = grouped(matchingCommands(commands, typed))
  const found = groups.flatMap(([, members]) => members)
  const idOf = (command: Command) => `${base}-${command.id}`
  const current = found[active]
  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedBy(event.key, active, found.length)
    if (event.key !== 'Enter' && next === undefined) return
    event.preventDefault()
    if (next === undefined && current) onChoose(current)
    else if (next !== undefined && found.length > 0) setActive(next)
  }
  return (
    <>
      <CommandField
        listId={`${base}-list`}
        activeId={current && idOf(current)}
        typed={typed}
        onType={(text) => {
          setTyped(text)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <Groups
        id={`${base}-list`}
        groups={groups}
        current={current}
        idOf={idOf}
        onPoint={(command) => setActive(found.indexOf(command))}
        onChoose={onChoose}
      />
      <p role="status" className={current ? 'sr-only' : 'px-4 pb-5 text-center text-small text-ink-2'}>
        {current ? '' : 'Nada coincide con tu búsqueda.'}
      </p>
    </>
  )
}

interface CommandFieldProps {
  readonly listId: string
  readonly activeId: string | undefined
  readonly typed: string
  readonly onType: (text: string) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

const CommandField = ({ listId, activeId, typed, onType, onKeyDown }: CommandFieldProps) => (
  <div className="flex items-center gap-2.5 border-b border-line px-4">
    <Search aria-hidden="true" size={18} strokeWidth={1.9} className="flex-none text-ink-3" />
    <input
      role="combobox"
      aria-label="Buscar un comando"
      aria-expanded="true"
      aria-controls={listId}
      aria-activedescendant={activeId}
      autoComplete="off"
      spellCheck={false}
      placeholder="Ir a, cambiar de perfil, copiar enlace"
      value={typed}
      onChange={({ target }) => onType(target.value)}
      onKeyDown={onKeyDown}
      className="h-[52px] min-w-0 flex-1 bg-transparent text-[1rem] outline-none placeholder:text-ink-3"
    />
  </div>
)

interface GroupsProps {
  readonly id: string
  readonly groups: ReturnType<typeof grouped>
  readonly current: Command | undefined
  readonly idOf: (command: Command) => string
  readonly onPoint: (command: Command) => void
  readonly onChoose: (command: Command) => void
}

function Groups({ id, groups, current, idOf, onPoint, onChoose }: GroupsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' })
  }, [current?.id])
  return (
    <div ref={list} id={id} role="listbox" aria-label="Comandos" className="overflow-y-auto p-1.5">
      {groups.map(([group, members]) => (
        <div key={group} role="group" aria-label={group}>
          <p aria-hidden="true" className="px-2.5 pt-2 pb-1 text-micro font-semibold text-ink-3">
            {group}
          </p>
          {members.map((command) => (
            <CommandOption
              key={command.id}
              id={idOf(command)}
              command={command}
              isActive={command === current}
              onPoint={() => onPoint(command)}
              onRun={() => onChoose(command)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface OptionProps {
  readonly id: string
  readonly command: Command
  readonly isActive: boolean
  readonly onPoint: () => void
  readonly onRun: () => void
}

const CommandOption = ({ id, command, isActive, onPoint, onRun }: OptionProps) => (
  <div
    id={id}
    role="option"
    aria-selected={isActive}
    onPointerMove={onPoint}
    onClick={onRun}
    className={`flex min-h-10 cursor-pointer items-center gap-3 rounded-sm px-2.5 py-1.5 text-nav pointer-coarse:min-h-11 ${isActive ? 'bg-surface-3' : ''}`}
  >
    <span dir="auto" className="min-w-0 truncate font-[550]">
      {command.text}
    </span>
    {command.hint && (
      <span className="ml-auto max-w-[55%] truncate font-mono text-micro text-ink-2">{command.hint}</span>
    )}
  </div>
)
