"""pip install temporalio; python order.py http://127.0.0.1:5050/    while `npx steadyhand up` runs.

It imports nothing from steadyhand: a run is a workflow, its questions are in the query `progress`, answers are updates.
"""

import asyncio
import os
import sys
import uuid

from temporalio.client import Client
from temporalio.envconfig import ClientConfig


async def order(url: str) -> None:
    config = {"target_host": "127.0.0.1:7233", **ClientConfig.load_client_connect_config()}
    try:
        client = await Client.connect(**config)
    except RuntimeError:
        server = config["target_host"]
        print(f"No Temporal server answers at {server}: start one with `npx steadyhand up`, or set TEMPORAL_ADDRESS.", file=sys.stderr)
        sys.stderr.flush()
        os._exit(1)
    run = await client.start_workflow(
        "hostAgent",
        {"request": "Order two blue notebooks for Ada Lovelace", "device": {"kind": "web", "url": url}},
        id=f"order-{uuid.uuid4()}",
        task_queue="steadyhand",
    )
    result = asyncio.ensure_future(run.result())
    while not result.done():
        progress = await run.query("progress")
        if request := progress.get("request"):
            asker = client.get_workflow_handle(progress["asker"])
            name, word = ("answer", {"answers": ["Friday"]}) if request["kind"] == "question" else ("confirm", {"approved": True})
            print(request.get("questions") or request["reason"], "->", word)
            await asker.execute_update(name, {"requestId": request["requestId"], **word})
        await asyncio.wait([result], timeout=0.5)
    print((await result)["outcome"], flush=True)


asyncio.run(order(sys.argv[1]))
# The SDK's threads may crash an interpreter that exits while they run: https://github.com/temporalio/sdk-python/issues/300
os._exit(0)
