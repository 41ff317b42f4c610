import { PRESET_NAMES, type PresetId } from '../../../app/profile-themes.ts'

interface ThemeSwitchProps {
  readonly chosen: PresetId
  readonly onChoose: (theme: PresetId) => void
}

export function ThemeSwitch({ chosen, onChoose }: ThemeSwitchProps) {
  return (
    <fieldset className="l-themes">
      <legend className="sr-only">Tema del perfil</legend>
      {PRESET_NAMES.map(([id, name]) => (
        <label key={id} className="l-theme">
          <input
            type="radio"
            name="demo-theme"
            value={id}
            checked={chosen === id}
            onChange={() => onChoose(id)}
          />
          <span aria-hidden="true" className="l-swatch" data-profile-theme={id} />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
