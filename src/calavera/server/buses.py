"""Opens the bus that an address names."""

from typing import Final

from calavera.server.bus import Bus, BusError, LocalBus
from calavera.server.store import Store

REDIS: Final = ("redis://", "rediss://", "valkey://", "valkeys://", "unix://")


def open_bus(address: str | None, store: Store) -> Bus:
    """The bus of an address like `redis://localhost`; raises BusError."""
    if address is None:
        return LocalBus()
    check_address(address)
    if not store.is_shared:
        raise BusError("--bus is for servers that share a store: give --store postgresql://… too")
    try:
        from calavera.server.redis_bus import RedisBus  # noqa: PLC0415  # an extra
    except ImportError:
        raise BusError("a bus over Redis needs redis: pip install 'calavera[scale]'") from None
    return RedisBus(redis_address(address), store.name)


def redis_address(address: str) -> str:
    """The same as Redis' library knows it."""
    return address.replace("valkey", "redis", 1) if address.startswith("valkey") else address


def check_address(address: str) -> None:
    """Raises BusError where no bus has such an address."""
    if not address.startswith(REDIS):
        raise BusError(f"{address.partition(':')[0]}: a bus is redis://HOST:PORT")
