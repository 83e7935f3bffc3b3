/** Metrics of the bucket that editions come from, if there is one. */
import { Gauge, type Registry } from 'prom-client';
import type { BucketState } from './bucket-watch.ts';

export function bucketMetrics(registry: Registry, bucket: () => BucketState): void {
  new Gauge({
    name: 'bellwether_editions_bucket_followed',
    help: '1 while what the bucket publishes is taken up; 0 while it is away, or refused',
    registers: [registry],
    collect() {
      this.set(bucket().state === 'followed' ? 1 : 0);
    },
  });
  new Gauge({
    name: 'bellwether_editions_bucket_followed_timestamp_seconds',
    help: 'When the bucket was last asked with success',
    registers: [registry],
    collect() {
      const { followedAt } = bucket();
      if (followedAt) this.set(Math.floor(followedAt.getTime() / 1000));
      else this.remove();
    },
  });
}
