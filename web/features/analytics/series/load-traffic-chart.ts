/** The chart's chunk includes ECharts. The browser keeps it, so asking early only moves the request. */
export const loadTrafficChart = () => import('./TrafficChart.tsx')
