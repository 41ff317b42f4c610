import { PRODUCT } from '@app/contracts/product.ts'

export function PoweredBy({ home }: { home: string }) {
  return (
    <a className="pow" href={home}>
      POWERED BY{' '}
      <b>
        <svg aria-hidden="true" width="15" height="15" viewBox="0 0 24 24" fill="currentColor">
          <rect x="2" y="2.5" width="20" height="7.2" rx="3.6" />
          <rect className="stem" x="8.4" y="10.6" width="7.2" height="11" rx="3.6" />
        </svg>
        {PRODUCT.name}
      </b>
    </a>
  )
}
