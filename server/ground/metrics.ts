import { collectDefaultMetrics, Counter, Histogram, register } from 'prom-client'

// Several servers of one process (tests) share the registry.
if (!register.getSingleMetric('process_start_time_seconds')) collectDefaultMetrics()

export const callSeconds = new Histogram({
  name: 'furrow_call_seconds',
  help: 'How long calls took, by call and status',
  labelNames: ['call', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
})
export const signIns = new Counter({ name: 'furrow_sign_ins_total', help: 'Sign-ins, by how they ended', labelNames: ['outcome'] })
export { register }
