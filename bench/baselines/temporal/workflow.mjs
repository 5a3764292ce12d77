// What one writes first: each action an activity, with the default retries.
import { proxyActivities } from '@temporalio/workflow';

const { decide, press } = proxyActivities({ startToCloseTimeout: '10 seconds' });

export async function takeAll(run) {
  const pressed = [];
  for (;;) {
    const { done, control } = await decide(run);
    if (done) return pressed;
    await press(run, control);
    pressed.push(control);
  }
}
