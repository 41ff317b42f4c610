const RINGS = 13
const FIRST_PX = 104
const STEP_PX = 64

/** Around the point where the card touches the phone; they fade towards the edge. */
export const Waves = () => (
  <svg aria-hidden="true" className="l-waves" viewBox="-940 -940 1880 1880" fill="none">
    <g>
      {Array.from({ length: RINGS }, (_, ring) => (
        <circle key={ring} r={FIRST_PX + STEP_PX * ring} opacity={(0.22 * (1 - ring / RINGS)).toFixed(3)} />
      ))}
    </g>
  </svg>
)
