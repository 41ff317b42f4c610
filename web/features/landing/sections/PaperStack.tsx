const SHEETS = [5, 4, 3, 2, 1, 0] as const

/** One card beside the printed ones that it replaces. */
export const PaperStack = () => (
  <svg viewBox="0 0 280 96" width="100%" height="96">
    {SHEETS.map((sheet) => {
      const x = 124 + 13 * sheet
      return (
        <rect
          key={sheet}
          className="l-sheet"
          x={x}
          y={18 - sheet / 2}
          width="72"
          height="60"
          rx="8"
          transform={`rotate(${1 + 2 * sheet} ${170 + 16 * sheet} 46)`}
        />
      )
    })}
    <rect className="l-night-fill" x="4" y="12" width="116" height="72" rx="10" />
    <g className="l-signal-rings" fill="none">
      <circle cx="98" cy="34" r="4" fill="currentColor" />
      <circle cx="98" cy="34" r="11" opacity=".7" />
      <circle cx="98" cy="34" r="18" opacity=".4" />
    </g>
  </svg>
)
